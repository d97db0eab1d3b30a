/** A small task to begin with, in both forms. */

export const JSON_EXAMPLE = JSON.stringify(
  {
    name: 'Say hello',
    steps: [
      { name: 'Folder', script: 'mkdir -p /tmp/hello' },
      { name: 'Greeting', script: 'echo Hello, $STEP_NAME | tee /tmp/hello/greeting.txt' },
    ],
  },
  null,
  2,
);

export const YAML_EXAMPLE = `name: Say hello
steps:
  - name: Folder
    script: mkdir -p /tmp/hello
  - name: Greeting
    script: |
      echo Hello, $STEP_NAME > /tmp/hello/greeting.txt
      cat /tmp/hello/greeting.txt
`;
