import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from './vite-config.ts';

/** Folder of a page from `src/apps/checkout`. Pages of a buyer's account are in a folder of their own. */
export function pageFolder(root: string, folder: 'steps' | 'pages', id: string): string {
  const ofAccount = `account/${folder}/${id}`;
  return existsSync(path.join(root, checkoutRoot, ofAccount)) ? ofAccount : `${folder}/${id}`;
}
