import type { Locale } from '#src/kernel/locale/locale.ts';

/** Label and value, e.g. `Total` and `R$ 1.140,00`. A strong row stands out. */
export interface EmailRow {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: boolean;
}

/** A block of an e-mail. Texts are final, in the reader's language, and not yet escaped for any medium. */
export type EmailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The button; an e-mail has at most one. */
  | { readonly kind: 'action'; readonly label: string; readonly href: string; readonly hint: string | null }
  | { readonly kind: 'facts'; readonly heading: string; readonly rows: readonly EmailRow[] }
  /** Text that is copied as it stands. */
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  /** Something to know, set apart; the link is optional. */
  | { readonly kind: 'note'; readonly heading: string; readonly text: string; readonly link: EmailLink | null };

export interface EmailLink {
  readonly label: string;
  readonly href: string;
}

/** The content of an e-mail, which is rendered as HTML and as plain text. */
export interface EmailContent {
  readonly locale: Locale;
  readonly subject: string;
  /** The line that inboxes show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly EmailBlock[];
  readonly footer: {
    /** The company that sells. */
    readonly seller: string;
    /** Why the reader got this. */
    readonly reason: string;
    readonly links: readonly EmailLink[];
  };
}
