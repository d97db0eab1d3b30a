/** What was done to be fair, in words for the page of results. */

export const HOW_IT_WAS_DRIVEN = `## How each was driven

A task has 20 steps, one after the other; a step is done when that is on the disk. All peers keep their state on the same PostgreSQL
server, each time in a fresh database; BullMQ keeps it in a Redis that syncs its file before it answers (\`appendfsync always\`). Each
runs in a process of its own that is started anew for each stretch, warms up, and is measured in the midst of its work, so neither the
first nor the last task counts. Their turns change from round to round; nothing else runs meanwhile.

- **tms-init, engine only:** the real supervisor, statechart, persistence with advisory claims, and journals, with a script room whose
  scripts end at once. Its tasks lie in the tables before, as whoever owns the tables puts them there; accepting each counts.
- **tms-init, real scripts:** the service as \`npm start\` starts it, over HTTP, its log in a file. A client looks every 50 ms how many
  runs there are and executes as many as are missing. With one task at a time, the times in the rows count, without what lies between two tasks.
- **DBOS Transact:** a task is a workflow with 20 steps, started in its own process; 20 connections. One more task is enqueued by its client.
- **pg-boss:** a step is a job; the jobs of the next steps are inserted in the transaction that completes these. Up to 64 jobs are fetched
  together, and again at once, so that one statement serves many. A slow step holds up those it was fetched with; workers of one job each, which
  do not, were several times slower, and NOTIFY, for which commits queue up, was slower too.
- **Graphile Worker:** a step is a job, which adds the one of the next step before it ends. With 64 tasks it has its local queue and completes in
  batches without delay.
- **BullMQ:** a task is a job that notes each ended step in its data, as its documentation has it for jobs of steps.
- **Processes:** a step of a peer, and xargs, start \`flock -F -n -E 75 <a lock> /bin/sh -c true\` with its output in a log, the peers one log a
  step. The service starts that too, and in addition checks and marks its ticket under the lock and keeps a record of the attempt.
- **Taking one more task:** a client in a process of its own, every 20 ms, while 64 tasks run real scripts. The peers' clients write to the
  database themselves; that of the service sends an HTTP request.
- **Polls:** 32 connections, each asking again when it has its answer; plain Koa answers with the same headers and body.
- **Event loop delay:** what a timer of 10 ms in the service came too late.
- **Heap:** after a collection, with all tasks running, less the same service without them.
- **Memory and CPU while idle:** of the service process with its embedded database, which is a process of its own and does not count.`;
