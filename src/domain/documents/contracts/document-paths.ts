/** The papers of a paid order. */
export const documentNames = ['receipt.pdf', 'contract.pdf', 'evidence.pdf', 'evidence.json'] as const;
export type DocumentName = (typeof documentNames)[number];

export function isDocumentName(name: string): name is DocumentName {
  return documentNames.some((known) => known === name);
}

/**
 * Path of a paper of an order. It is served to the browser whose session made the order, to one that came by a letter's
 * link, and to nobody else; it holds nothing personal.
 */
export function documentPath(orderId: string, name: DocumentName): string {
  return `/documents/${encodeURIComponent(orderId)}/${name}`;
}

/** In place of a quote's id: the contract of what a step of a flow offers after the purchase. */
export const offerPathPrefix = 'offer-';

/** Path of the contract as a page, by the price that is about to be paid or by the order that was made. */
export function contractPath(id: string): string {
  return `/contract/${encodeURIComponent(id)}`;
}
