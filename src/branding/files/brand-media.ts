/** Names of the files in a brand's `media/`: films and their captions. */
export const videoShape = /^[a-z0-9][a-z0-9.-]*\.(?:mp4|webm|vtt)$/;

/** Names of the terms that a brand's contracts are filled from. */
export const termsShape = /^contract\.[a-z]{2}-[A-Z]{2}\.md$/;

/** Names of the files in a brand's `texts/`: pages in Markdown. */
export const textShape = /^[a-z0-9][a-z0-9.-]*\.md$/;
