/** How a purchase goes on elsewhere. A secret: whoever has it may pay this one purchase. */
export interface ResumeLink {
  /** Short enough to be typed from another screen. */
  readonly href: string;
  /** The same as a picture for a camera, for `<img src>`. */
  readonly qr: string;
  /** The same for Android, which opens it in the browser proper out of an app's own; null in every other browser. */
  readonly intent: string | null;
}
