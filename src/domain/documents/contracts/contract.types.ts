import type { Locale } from '#src/kernel/locale/locale.ts';

/** One block of a document: the screen, the PDF and the hashed text are made of them. */
export interface DocumentBlock {
  readonly kind: 'title' | 'heading' | 'paragraph' | 'item';
  readonly text: string;
}

/** A section of terms, not filled in yet. A brand's section replaces the base's section with the same id. */
export interface TermsSection {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly TermsPart[];
}

/** A paragraph or list item; `when`: included only if the condition holds (`{?name}`), or does not (`{!name}`). */
export interface TermsPart {
  readonly kind: 'paragraph' | 'item';
  readonly text: string;
  readonly when: { readonly fact: string; readonly holds: boolean } | null;
  /** Included once for each entry of a list (`{each name}`). */
  readonly each: string | null;
}

export interface ContractTerms {
  /** The language of the terms: the brand's own, whatever the language of the page around them. */
  readonly locale: Locale;
  readonly title: string;
  readonly sections: readonly TermsSection[];
  /** SHA-256 of the source text (hex): it identifies the terms that a contract was filled from. */
  readonly version: string;
}

/** The company behind a brand, as contracts, receipts and fiscal notes name it. */
export interface Company {
  readonly legalName: string;
  readonly taxId: { readonly type: string; readonly number: string };
  /** One line: street, number, city, region, postal code. */
  readonly address: string;
  /** City of the court that both sides go to. */
  readonly city: string;
  readonly email: string;
  readonly phone: string | null;
}

/** A contract as it was shown. */
export interface Contract {
  readonly id: string;
  readonly sessionId: string;
  readonly quoteId: string;
  readonly locale: Locale;
  readonly termsVersion: string;
  readonly blocks: readonly DocumentBlock[];
  /** The text that the hash is over. */
  readonly text: string;
  /** SHA-256 of the text, hex. */
  readonly textHash: string;
  readonly createdAt: Date;
}

/** The acceptance of a contract: when, from which address, and the words beside the box. */
export interface Acceptance {
  readonly id: string;
  readonly at: Date;
  readonly ip: string;
  readonly label: string;
  readonly textHash: string;
}
