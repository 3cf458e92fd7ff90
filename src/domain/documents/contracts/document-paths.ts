/** The documents of a paid order. */
export const documentNames = ['receipt.pdf', 'contract.pdf', 'evidence.pdf', 'evidence.json'] as const;
export type DocumentName = (typeof documentNames)[number];

export function isDocumentName(name: string): name is DocumentName {
  return documentNames.some((known) => known === name);
}

/**
 * Path of a document of an order. It is served to the browser whose session made the order and to one that came by a magic
 * link; it holds nothing personal.
 */
export function documentPath(orderId: string, name: DocumentName): string {
  return `/documents/${encodeURIComponent(orderId)}/${name}`;
}

/** In place of a quote's id: the contract of an upsell, followed by its step. */
export const offerPathPrefix = 'offer-';

/** Path of the contract as a page, by the quote that is about to be paid or by the order that was made. */
export function contractPath(id: string): string {
  return `/contract/${encodeURIComponent(id)}`;
}
