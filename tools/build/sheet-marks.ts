/**
 * The sheets that stand on most pages, in the order in which a page has them. Each has a mark of one character for its class
 * names: measured on the heaviest page, some 50 bytes (1.5 %) less than with three. New ones go to the end, so that nobody else's
 * names change; all sheets that are not named here are marked by their paths.
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

/** Without `a`: a name that begins like an advertisement's may be hidden by who blocks those. */
const marks = 'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ';

/** By path, the mark of each of them. */
export const sheetMarks: ReadonlyMap<string, string> = new Map(
  sheets.map((file, index) => [file, marks.charAt(index)]),
);
