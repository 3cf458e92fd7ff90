/** Values of a form by field name; a box that is not ticked is absent. */
export type FormValues = Readonly<Record<string, string>>;
/** Message keys by field name. */
export type FormErrors = Readonly<Record<string, string>>;
