import type { Locale } from '#src/kernel/locale/locale.ts';

/** One piece of a paper that is read from top to bottom: what the screen, the PDF and the hashed words are made of. */
export interface DocumentBlock {
  readonly kind: 'title' | 'heading' | 'paragraph' | 'item';
  readonly text: string;
}

/** A section of a brand's terms, not filled in yet. A brand's section takes the place of the base's with the same id. */
export interface TermsSection {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly TermsPart[];
}

/** A paragraph or list item; `when`: it stands there only if the fact holds (`{?name}`), or does not (`{!name}`). */
export interface TermsPart {
  readonly kind: 'paragraph' | 'item';
  readonly text: string;
  readonly when: { readonly fact: string; readonly holds: boolean } | null;
  /** Stands once for each entry of a list (`{each name}`). */
  readonly each: string | null;
}

export interface ContractTerms {
  /** The language of the words: the brand's own, whatever the page around them is read in. */
  readonly locale: Locale;
  readonly title: string;
  readonly sections: readonly TermsSection[];
  /** SHA-256 of the words that it was read from (hex): which terms a contract was filled from. */
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

/** A contract as it was shown, word for word. */
export interface Contract {
  readonly id: string;
  readonly sessionId: string;
  readonly quoteId: string;
  readonly locale: Locale;
  readonly termsVersion: string;
  readonly blocks: readonly DocumentBlock[];
  /** The words that the hash is over. */
  readonly text: string;
  /** SHA-256 of the words, hex. */
  readonly textHash: string;
  readonly createdAt: Date;
}

/** Who accepted a contract, when, from where, and what the words beside the box were. */
export interface Acceptance {
  readonly id: string;
  readonly at: Date;
  readonly ip: string;
  readonly label: string;
  readonly textHash: string;
}
