/** `POST /data/email-previews/:orderId/:emailId`, with a reason: an e-mail as it would read today. */
export interface EmailPreviewAnswer {
  /** Null: it would not be sent today, because what it says is over. */
  readonly email: {
    readonly subject: string;
    /** Names of the files that go with it. */
    readonly attachments: readonly string[];
    /** Address of the e-mail itself, a page without scripts that only this person may open, for five minutes. */
    readonly pageUrl: string;
  } | null;
}
