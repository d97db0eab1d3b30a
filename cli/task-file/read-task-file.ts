/** Reads the file of a task: JSON or YAML, from a file or standard input. */

import { misuse } from '../faults/fault.ts';
import { readText } from './read-text.ts';

/** The body of the request that creates the task: what shape it has to have is for the service to say. Throws a Fault. */
export async function readTaskFile(path: string): Promise<string> {
  const { text, name } = await readText(path);
  if (text.trim() === '') throw misuse(`${name} is empty`);
  if (isJson(text)) return text;
  if (path.endsWith('.json')) throw misuse(`${name} is not JSON: ${jsonFault(text)}`);
  const { readYaml } = await import('./read-yaml.ts');
  return JSON.stringify(readYaml(text, name));
}

function isJson(text: string): boolean {
  return jsonFault(text) === null;
}

function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
