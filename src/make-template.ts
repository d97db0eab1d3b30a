/** A part of `npm run prepare`, and so the end of each `npm install`: makes an empty database ahead for the first start. */

import { builtTemplate } from './persistence/embedded/database-template.ts';
import { makeTemplate } from './persistence/embedded/make-template.ts';
import { tellError } from './platform/tell.ts';

try {
  await makeTemplate(builtTemplate());
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  tellError(`No embedded database was made ahead (${reason}). The service works; its first start takes longer.\n`);
}
