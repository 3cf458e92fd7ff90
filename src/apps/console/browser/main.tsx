import './no-eval.ts';
// First: the rules of the components come after the base and win over it.
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { WordsContext } from '#src/ui/words/words-context.tsx';
import type { Me } from '../routes/me/me.types.ts';
import { localeOfLanguages } from '../words/console-locales.ts';
import { api } from './data/api.ts';
import { MeContext, setMe } from './data/me-context.tsx';
import { setServerTime } from './data/now.ts';
import { preferences, showPreferences } from './data/preferences.ts';
import { failureKind } from './data/problem-error.ts';
import { Frame } from './frame/frame.tsx';
import { ScreenError } from './frame/screen-error.tsx';
import { allScreens } from './frame/screen-routes.ts';
import { signInAgain } from './frame/sign-in-again.ts';
import { StartFailed } from './frame/start-failed.tsx';
import { LoadingRows } from './parts/loading-rows.tsx';
import { NotThere } from './parts/notice.tsx';
import { loadWords } from './words/load-words.ts';

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('The document has no place for the console');
  showPreferences();
  const locale = preferences().locale ?? localeOfLanguages(navigator.languages);
  document.documentElement.lang = locale;
  const [words, me] = await Promise.all([
    loadWords(locale),
    api.get<Me>('/me').catch((error: unknown) => error),
    fontsReady(),
  ]);
  const root = createRoot(container);
  if (!isMe(me)) {
    if (failureKind(me) === 'signed-out') return signInAgain();
    return root.render(
      <WordsContext value={words}>
        <StartFailed />
      </WordsContext>,
    );
  }
  setMe(me);
  setServerTime(Date.parse(me.now));
  const router = createBrowserRouter([
    {
      path: '/',
      Component: Frame,
      children: [
        {
          // The frame stands at once, and its screen comes into it.
          HydrateFallback: LoadingRows,
          ErrorBoundary: ScreenError,
          children: [
            ...allScreens.map(({ path, lazy }) => ({
              ...(path === '' ? { index: true as const } : { path }),
              lazy,
              ErrorBoundary: ScreenError,
            })),
            { path: '*', Component: NotThere },
          ],
        },
      ],
    },
  ]);
  root.render(
    <StrictMode>
      <WordsContext value={words}>
        <MeContext value={me}>
          <RouterProvider router={router} />
        </MeContext>
      </WordsContext>
    </StrictMode>,
  );
}

const longestFontWaitMs = 1_000;

/** Waits for the fonts, which arrive beside the words: text that changes its font would move what is read. */
async function fontsReady(): Promise<void> {
  const faces = [400, 500, 600].map((weight) => document.fonts.load(`${weight} 13px Figtree`));
  const patience = new Promise((resolve) => {
    setTimeout(resolve, longestFontWaitMs);
  });
  await Promise.race([Promise.allSettled(faces), patience]);
}

function isMe(answer: unknown): answer is Me {
  return typeof answer === 'object' && answer !== null && 'permissions' in answer;
}

void start();
