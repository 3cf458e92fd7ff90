import { Button } from '#src/ui/button/button.tsx';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Goes on elsewhere: a button that asks for a link, then the link itself. Works without a script. */
export function ResumePanel({ link }: { readonly link: string | null }) {
  const t = useWords();
  if (link === null) {
    return (
      <form method="post" className="stack">
        <input type="hidden" name="intent" value="resume" />
        <Button look="quiet">{t('waiting.resume')}</Button>
      </form>
    );
  }
  return (
    <section className="stack" aria-labelledby="resume-title">
      <h2 id="resume-title">{t('waiting.resume.title')}</h2>
      <p>{t('waiting.resume.text')}</p>
      <CopyText
        text={link}
        label={t('waiting.resume.label')}
        copyLabel={t('waiting.resume.copy')}
        copiedLabel={t('waiting.resume.copied')}
        refusedLabel={t('waiting.resume.refused')}
      />
    </section>
  );
}
