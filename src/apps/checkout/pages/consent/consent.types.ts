/** What the page about counting shows: the answer that this browser's buyer gave, if any. */
export interface ConsentData {
  readonly answer: 'unasked' | 'refused' | 'given';
}
