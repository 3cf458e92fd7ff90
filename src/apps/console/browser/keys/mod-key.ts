/** The system's command key as its keyboard names it. Both it and Ctrl are read everywhere. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Of the button that does what a sheet is for. */
export const sendKeys = `${modKey} ↵`;
