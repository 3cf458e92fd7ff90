/** Writes `docs/console-access.md`: `npm run console-access`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { consoleAccessPage } from './console-access/console-access-page.ts';

writeFileSync(path.resolve(import.meta.dirname, '../docs/console-access.md'), consoleAccessPage());
