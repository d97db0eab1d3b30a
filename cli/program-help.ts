/** What `tms-init --help` teaches below the list of commands. */

export const PROGRAM_HELP = `
Begin here:
  tms-init serve                        a service in this terminal, its data in ./data
  tms-init run task.yaml --watch        create the task of the file, execute it, watch it
  tms-init resume setup-shop --watch    once the cause of a failure is mended: go on where it stopped

A task is a file such as:
  taskId: setup-shop
  name: Set up the shop
  steps:
    - name: Folders
      script: mkdir -p /srv/shop
    - name: Database
      script: ./create-database.sh

Exit codes:
  0  done; with --watch: the task is SUCCESS
  1  the run failed, or the service refused
  2  the command was not used as it has to be: one line says how
  3  the service cannot be reached
`;
