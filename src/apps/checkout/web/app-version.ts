declare const __APP_VERSION__: string | undefined;

/** Version of the pages, as built; every call of theirs carries it. */
export const appVersion: string = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'development';
