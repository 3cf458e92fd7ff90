declare const APP_VERSION: string | undefined;

/** Version of the pages, as built; every call of theirs carries it. */
export const appVersion: string = typeof APP_VERSION === 'string' ? APP_VERSION : 'development';
