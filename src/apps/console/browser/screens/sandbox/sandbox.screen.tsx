import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Sandbox } from '../../../routes/sandbox/sandbox.types.ts';
import { api } from '../../data/api.ts';
import { setServerTime } from '../../data/now.ts';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { ClockPart } from './clock-part.tsx';
import { FaultsPart } from './faults-part.tsx';
import { InboxPart } from './inbox-part.tsx';
import css from './sandbox.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  const sandbox = await api.get<Sandbox>('/sandbox', { signal: request.signal });
  setServerTime(Date.parse(sandbox.now));
  return sandbox;
}

export function Component() {
  const t = useWords();
  const sandbox = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHead title={t('sandbox.title')} beside={<StateWord tone="sandbox">{t('sandbox.only')}</StateWord>} />
      <div className={css['page']}>
        <ClockPart now={sandbox.now} offsetSeconds={sandbox.offsetSeconds} />
        <FaultsPart faults={sandbox.faults} targets={sandbox.targets} />
        <InboxPart mails={sandbox.mails} sms={sandbox.sms} />
      </div>
    </>
  );
}
