import { registryRule } from '#src/kernel/validation/registry.rule.ts';
import { DocumentField } from '#src/ui/payment/document-field.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

function Form({ name, value, error }: RailFormProps) {
  const t = useWords();
  return (
    <div className="stack">
      <DocumentField
        name={name('document')}
        label={t('method.pix.document')}
        lettersLabel={t('method.pix.letters')}
        defaultValue={value('document')}
        error={error('document')}
      />
      <p className="fineprint">{t('method.pix.how')}</p>
    </div>
  );
}

/** Four quarters around a centre: a drawing of our own. */
function Mark() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="m12 2.8 3.4 3.4L12 9.6 8.6 6.2 12 2.8Zm0 11.6 3.4 3.4-3.4 3.4-3.4-3.4 3.4-3.4ZM2.8 12l3.4-3.4L9.6 12l-3.4 3.4L2.8 12Zm11.6 0 3.4-3.4 3.4 3.4-3.4 3.4-3.4-3.4Z" />
    </svg>
  );
}

export const railForm: RailFormView = {
  Form,
  Mark,
  validate(fields) {
    const document = registryRule(fields['document'] ?? '');
    return document ? { document } : {};
  },
};
