/** Lets XState take a machine back, and reads its live state nodes. */

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type AnyStateMachine, type AnyStateNode, createMachine, type MachineConfig } from 'xstate';

import { readChart } from '../../../src/actors/chart/read-chart.ts';
import type { ReadBack } from './read-back.ts';
import { sentencesOf } from './sentences.ts';

export function readXstate(text: string): ReadBack {
  return readMachine(createMachine(JSON.parse(text) as MachineConfig<object, { type: string }>));
}

export async function readXstateModule(text: string): Promise<ReadBack> {
  return readMachine(await importMachine(text));
}

/** Runs the module from a folder of its own, in which it finds the XState of this project. */
export async function importMachine(text: string): Promise<AnyStateMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-test-machine-'));
  try {
    await symlink(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'machine.mjs'), text);
    const { machine } = await import(pathToFileURL(join(folder, 'machine.mjs')).href);
    return machine;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function readMachine({ root }: AnyStateMachine): ReadBack {
  return { edges: sentencesOf(readChart(root).edges), active: activeNodes(root).sort() };
}

function activeNodes(node: AnyStateNode): string[] {
  return [...(node.meta?.active ? [node.id] : []), ...Object.values(node.states).flatMap(activeNodes)];
}
