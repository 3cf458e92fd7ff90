import { documentForm } from '#src/ui/payment/document-form.tsx';

/** Four quarters around a centre: a drawing of our own. */
const mark =
  'm12 2.8 3.4 3.4L12 9.6 8.6 6.2 12 2.8Zm0 11.6 3.4 3.4-3.4 3.4-3.4-3.4 3.4-3.4ZM2.8 12l3.4-3.4L9.6 12l-3.4 3.4L2.8 12Zm11.6 0 3.4-3.4 3.4 3.4-3.4 3.4-3.4-3.4Z';

export const railForm = documentForm('pix', mark);
