/** Every problem the API can answer with: its HTTP status, its title, what it means and what to do about it. */

import type { RefusalCode } from '../../domain/refusal.ts';
import { LOAD_PROBLEMS } from './load-problems.ts';
import type { ProblemEntry } from './problem-entry.ts';

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEMS = {
  'invalid-json': {
    status: 400,
    title: 'The body is not JSON',
    meaning: 'The body of the request could not be read as JSON in UTF-8.',
    remedy: 'Send well-formed JSON in UTF-8, without comments or trailing commas.',
  },
  'invalid-body': {
    status: 400,
    title: 'The body does not have the expected shape',
    meaning: 'The body is JSON, but a member is missing, unknown, of a wrong type or outside its limits.',
    remedy: 'The detail names the member and the rule. The shapes are in /openapi.json.',
  },
  'invalid-query': {
    status: 400,
    title: 'A query parameter cannot be used',
    meaning: 'A query parameter is unknown, repeated, has a value outside its limits, or contradicts another one.',
    remedy: 'The detail names the parameter. Names that begin with _ are ignored and may be used against caches.',
  },
  'invalid-task-id': {
    status: 400,
    title: 'The task id cannot be used',
    meaning:
      'A task id has 1 to 64 printable characters, without / and \\, without spaces at either end, and is not . or .. itself.',
    remedy: 'Use such an id, percent-encoded in the path.',
  },
  'invalid-step-no': {
    status: 400,
    title: 'The step number cannot be used',
    meaning: 'A step number is a whole number from 0 to 2147483647 in plain digits.',
    remedy: 'The numbers of the steps of a task are in the answer to GET …/steps.',
  },
  'invalid-host': {
    status: 400,
    title: 'The Host header cannot be used',
    meaning: 'The request has no Host header, more than one, or one that is not a host name with an optional port.',
    remedy: 'Send exactly one Host header.',
  },
  'malformed-url': {
    status: 400,
    title: 'The URL is malformed',
    meaning: 'The path or the query is not a sequence of plain ASCII characters and percent-encoded UTF-8.',
    remedy: 'Percent-encode everything else, for example with encodeURIComponent.',
  },
  'malformed-request': {
    status: 400,
    title: 'The request is not HTTP',
    meaning: 'What arrived could not be read as an HTTP request.',
    remedy: 'Send HTTP/1.1 with a known method, well-formed headers and a body of the announced length.',
  },
  'invalid-encoding': {
    status: 400,
    title: 'The compressed body cannot be read',
    meaning: 'The body is not what its Content-Encoding says.',
    remedy: 'Send the body uncompressed, or compressed as announced.',
  },
  unauthorized: {
    status: 401,
    title: 'The caller is not known',
    meaning: 'The service has tokens, and the request has none, or one that is not among them.',
    remedy: 'Send Authorization: Bearer with a token; npm run token makes one.',
  },
  forbidden: {
    status: 403,
    title: 'The caller may not do this',
    meaning: 'The role of the token does not cover what was asked for: read < operate < author.',
    remedy: 'Use a token of the role that the detail names.',
  },
  'cross-origin': {
    status: 403,
    title: 'The request comes from a foreign web page',
    meaning: 'A web page of another origin tried to change something.',
    remedy: 'Call the API from a page of its own origin, or from a program that is not a browser.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    meaning: 'The path is not one of the API. Paths are case sensitive and have no slash at their end.',
    remedy: 'All paths are in /openapi.json.',
  },
  'task-not-found': {
    status: 404,
    title: 'There is no such task',
    meaning: 'No task has this id.',
    remedy: 'GET /api/v1/init/tasks lists all tasks.',
  },
  'step-not-found': {
    status: 404,
    title: 'There is no such step',
    meaning: 'The task exists, but has no step of this number.',
    remedy: 'GET …/steps lists the steps of a task.',
  },
  'run-not-found': {
    status: 404,
    title: 'There is no such run',
    meaning: 'The task has no run of this id whose journal can be read here. A run that was refused leaves none.',
    remedy:
      'The runs of a task are in the answer to GET …/runs. Several instances must share LOG_DIR to see all of them.',
  },
  'log-not-available': {
    status: 404,
    title: 'The log is not available',
    meaning:
      'The file of the log is gone (missing), is not a regular file (not-a-file), may not be read (unreadable), or lies outside the log folders of the service (outside-root). The reason says which.',
    remedy: 'Look at the logPath of the step, at LOG_DIR and LOG_ROOTS, and at the rights of the file.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    meaning: 'The path exists, but not for this method.',
    remedy: 'The Allow header lists the methods there are.',
  },
  'not-acceptable': {
    status: 406,
    title: 'No acceptable form of the answer',
    meaning: 'The Accept header excludes every form this answer has.',
    remedy: 'Accept application/json, or for logs text/plain.',
  },
  'task-exists': {
    status: 409,
    title: 'The task exists already',
    meaning: 'A task with this id exists. Nothing was changed.',
    remedy: 'Use another id, or leave it out and one is made.',
  },
  'task-has-no-steps': {
    status: 409,
    title: 'The task has no steps',
    meaning: 'There is nothing to execute.',
    remedy: 'Create the task with at least one step.',
  },
  'task-data-invalid': {
    status: 409,
    title: 'The rows of the task cannot be used',
    meaning:
      'A row of the task holds something the service does not know how to run; or a new task does not fit into the tables, ' +
      'where they are those of another program. The reason says what.',
    remedy: 'Correct the row that the detail names in the database, or create a task that fits.',
  },
  'already-running': {
    status: 409,
    title: 'The task is running already',
    meaning: 'There is a run of the task, here or on another instance, and the request cannot be done while it runs.',
    remedy: 'Wait until it ended, or cancel it.',
  },
  'step-succeeded': {
    status: 409,
    title: 'The step is SUCCESS',
    meaning: 'The script of a step that is SUCCESS has done its work, and is not changed any more.',
    remedy: 'Resolve the step as FAILED first, or execute the task from this step.',
  },
  'earlier-step-not-success': {
    status: 409,
    title: 'An earlier step is not SUCCESS',
    meaning: 'A run begins at a step that is named (fromStep) only where every step before it is SUCCESS.',
    remedy: 'Begin at the step that the detail names, execute without fromStep, or resolve that step by hand.',
  },
  'not-running': {
    status: 409,
    title: 'The task is not running',
    meaning: 'There is no run to cancel, and nothing that an interrupted run left behind.',
    remedy: 'Nothing is to be done.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is of a type the service does not read',
    meaning: 'Bodies are application/json in UTF-8, plain or compressed by gzip, deflate or br.',
    remedy: 'Send Content-Type: application/json.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The range lies behind the end of the log',
    meaning: 'The range or offset begins behind the end. A step that was started again has a new log.',
    remedy: 'Begin again at offset 0; the size is in the Content-Range header.',
  },
  'misdirected-host': {
    status: 421,
    title: 'The request is addressed to another host',
    meaning: 'The Host header holds a name this service does not answer to, which protects it from hostile web pages.',
    remedy: 'Address the service as localhost or by its IP address.',
  },
  internal: {
    status: 500,
    title: 'The service has a fault',
    meaning: 'Something went wrong that is not the fault of the request.',
    remedy: 'Look for the X-Request-Id of the answer in the log of the service.',
  },
  'shutting-down': {
    status: 503,
    title: 'The service is shutting down',
    meaning: 'No new runs are accepted.',
    remedy: 'Try again once the service was started again.',
    retryAfterS: 10,
  },
  'database-unavailable': {
    status: 503,
    title: 'The database is not available',
    meaning: 'The database did not answer in time.',
    remedy: 'Try again; if it lasts, look at the database and at the log of the service.',
    retryAfterS: 5,
  },
  ending: {
    status: 503,
    title: 'The last run of the task is still ending',
    meaning:
      'A run of this task was told to stop or has ended, but is not put away yet; or the task is being changed by hand; or what an interrupted run left has to be cancelled first. The detail says which.',
    remedy: 'Try again in a moment.',
    retryAfterS: 1,
  },
  ...LOAD_PROBLEMS,
} as const satisfies Record<RefusalCode, ProblemEntry> & Record<string, ProblemEntry>;

/** The entry of a code. */
export function problemEntry(code: ProblemCode): ProblemEntry {
  return PROBLEMS[code];
}

/** Whether a text is the code of a problem. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}
