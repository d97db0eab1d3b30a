/** Rooms for what is made of the routes without ever asking them anything, such as the description of the API. */

import { openEventStreams } from '../../src/http/events/event-streams.ts';
import { openFileReads } from '../../src/http/load/file-reads.ts';
import { openLargeReads } from '../../src/http/load/large-reads.ts';
import { openStreams } from '../../src/http/load/streams.ts';
import { openTurns } from '../../src/http/load/turns.ts';
import { openWaitingAnswers } from '../../src/http/load/waiting-answers.ts';
import { openRequestCounts } from '../../src/http/metrics/request-counts.ts';
import { keepStepTexts } from '../../src/http/tasks/step-texts.ts';
import { openWaits } from '../../src/http/wait/waits.ts';
import { holdRuns } from './held-runs.ts';
import { mask } from './mask.ts';
import { silentLogger } from './silent-logger.ts';

export function unusedRooms() {
  return {
    persistence: {
      readTask: never,
      readSmallTask: never,
      readStep: never,
      readSummary: never,
      readTasks: never,
      listTasks: never,
      createTask: never,
      ping: never,
      claims: { findOwners: never },
    },
    logs: { open: never, findAttempt: never, listAttempts: never, readBeginning: never },
    journals: { list: never, open: never },
    supervisor: holdRuns(),
    eventStreams: openEventStreams(),
    watches: { watch: never },
    feeds: { open: never },
    tokens: null,
    logger: silentLogger,
    maxBodyBytes: 1,
    streams: openStreams(1),
    turn: openTurns(),
    fileReads: openFileReads(),
    largeReads: openLargeReads(),
    waitingAnswers: openWaitingAnswers(),
    stepTexts: keepStepTexts(mask),
    shown: { task: nothing, steps: nothing, step: nothing },
    waits: openWaits(),
    requests: openRequestCounts(),
    rates: { execute: null, wrongTokens: null },
    mask,
  };
}

function nothing() {
  return { read: never, of: () => ({ bytes: '', tag: () => '' }) };
}

function never(): Promise<never> {
  return Promise.reject(new Error('nothing is to be read here'));
}
