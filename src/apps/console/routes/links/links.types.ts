/** Answer of `POST /data/links/:orderId`: an address short enough to be read out. */
export interface ShortLinkView {
  readonly url: string;
}
