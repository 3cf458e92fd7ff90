/** A link that continues a purchase elsewhere. A secret: whoever has it may pay this one purchase. */
export interface ResumeLink {
  /** Short enough to be typed from another screen. */
  readonly href: string;
  /** The link as a QR code, for `<img src>`. */
  readonly qr: string;
  /** The link as an Android intent that leaves an in-app browser; null in every other browser. */
  readonly intent: string | null;
}
