import { createHash } from 'node:crypto';
import path from 'node:path';

/** Files by their characters in class names. */
const filesByMark = new Map<string, string>();

/**
 * The class names are the same in every bundle, because server and browser must agree on them: three characters for the
 * file (one for files of most pages), then the index of the name in it. Measured on the payment page: 200 bytes (6 %) less than
 * readable names with such a suffix.
 */
export function scopedName(name: string, file: string, css: string, root: string): string {
  const relative = path
    .relative(root, file.split('?')[0] ?? file)
    .split(path.sep)
    .join('/');
  const names = [
    ...new Set([...css.matchAll(/[.](-?[_a-zA-Z][\w-]*)|@keyframes ([\w-]+)/g)].map((found) => found[1] ?? found[2])),
  ];
  const place = names.indexOf(name);
  if (place < 0) throw new Error(`${relative} has no class ${name}`);
  const mark = sheetMarks.get(relative) ?? createHash('sha256').update(relative).digest('hex').slice(0, 3);
  const other = filesByMark.get(mark) ?? relative;
  if (other !== relative) throw new Error(`${relative} and ${other} would share class names: rename one`);
  filesByMark.set(mark, relative);
  return `_${mark}${place.toString(36)}`;
}

/**
 * The sheets of most pages, in the order of a page. Each has a prefix of one character for its class names: on the heaviest
 * page some 50 bytes (1.5 %) less than with three. Add new ones at the end, so that the names of others stay; all other
 * sheets have a prefix made from their paths.
 */
const sheets: readonly string[] = [
  'src/ui/icon/icon.module.css',
  'src/apps/checkout/site/shell/cookies-notice.module.css',
  'src/apps/checkout/site/shell/shell.module.css',
  'src/ui/summary/summary.module.css',
  'src/ui/choice/checkbox.module.css',
  'src/ui/choice/radio-cards.module.css',
  'src/ui/field/field.module.css',
  'src/apps/checkout/payment-form/payment.module.css',
  'src/apps/checkout/site/loyalty/loyalty.module.css',
  'src/ui/steps/step-indicator.module.css',
  'src/apps/checkout/site/loyalty/price-parts.module.css',
  'src/ui/layout/page-title.module.css',
  'src/ui/button/button.module.css',
  'src/ui/notice/notice.module.css',
  'src/ui/feedback/busy-overlay.module.css',
  'src/ui/feedback/toasts.module.css',
  'src/ui/payment/document-field.module.css',
  'src/ui/payment/document-choice.module.css',
  'src/apps/checkout/payment-form/address/address-panel.module.css',
  'src/apps/checkout/payment-form/tickets/ticket-lots.module.css',
];

/** Without `a`: ad blockers may hide a name that begins like an advertisement's. */
const marks = 'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ';

/** By path, the prefix of each of them. */
export const sheetMarks: ReadonlyMap<string, string> = new Map(
  sheets.map((file, index) => [file, marks.charAt(index)]),
);
