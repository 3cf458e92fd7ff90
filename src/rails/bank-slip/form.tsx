import { documentForm } from '#src/ui/payment/document-form.tsx';

export const railForm = documentForm('bank-slip', 'M4 5.5v13m3-13v13m3.5-13v13m2.5-13v13m4-13v13m3-13v13');
