import { Button } from '#src/ui/button/button.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ResumeLinkView } from '../../site/resume-link/resume-link-view.tsx';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';

/** Goes on elsewhere: a button that asks for a link, then the link itself. Works without a script. */
export function ResumePanel({ link }: { readonly link: ResumeLink | null }) {
  const t = useWords();
  if (link === null) {
    return (
      <form method="post">
        <input type="hidden" name="intent" value="resume" />
        <Button look="link">{t('waiting.resume')}</Button>
      </form>
    );
  }
  return (
    <section className="stack" aria-labelledby="resume-title">
      <h2 id="resume-title">{t('waiting.resume.title')}</h2>
      <p>{t('waiting.resume.text')}</p>
      <ResumeLinkView link={link} isMain={false} />
    </section>
  );
}
