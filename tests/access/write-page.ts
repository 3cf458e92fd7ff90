import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { accessPage } from './access-page.ts';

writeFileSync(path.resolve(import.meta.dirname, '../../docs/access.md'), accessPage());
