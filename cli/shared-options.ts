/** The options that every command takes. */

import { Option } from 'commander';

export function sharedOptions(): readonly Option[] {
  return [
    new Option('--url <url>', 'address of the service (TMS_INIT_URL; http://127.0.0.1:8080)'),
    new Option(
      '--token-file <file>',
      'file of mode 0600 that holds a token (TMS_INIT_TOKEN_FILE; or the token in TMS_INIT_TOKEN)',
    ),
    new Option('--json', 'give JSON on standard output, and errors as JSON on standard error'),
  ];
}
