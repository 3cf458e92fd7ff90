/** The measurement consent of this browser's buyer, if any. */
export interface ConsentData {
  readonly answer: 'unasked' | 'refused' | 'given';
}
