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
        label={t('method.bank-slip.document')}
        lettersLabel={t('method.bank-slip.letters')}
        defaultValue={value('document')}
        error={error('document')}
      />
      <p className="fineprint">{t('method.bank-slip.how')}</p>
    </div>
  );
}

function Mark() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 5.5v13m3-13v13m3.5-13v13m2.5-13v13m4-13v13m3-13v13" />
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
