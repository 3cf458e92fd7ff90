import { Button as AriaButton } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { consoleLocales, isConsoleLocale } from '../../words/console-locales.ts';
import { api } from '../data/api.ts';
import { useMe } from '../data/me-context.tsx';
import { setPreferences, usePreferences } from '../data/preferences.ts';
import css from './me-menu.module.css';

const languageNames = { 'pt-BR': 'Português', 'es-PE': 'Español', en: 'English' } as const;

/** The person, how the console looks for them, and the way out. */
export function MeMenu({ onOpenMap }: { readonly onOpenMap: () => void }) {
  const t = useWords();
  const navigate = useNavigate();
  const me = useMe();
  const { theme, density, hasKeys } = usePreferences();
  const initials = me.name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('');
  return (
    <MenuTrigger>
      <AriaButton className={css['me'] ?? ''} aria-label={`${initials}: ${t('frame.me')}`}>
        {initials}
      </AriaButton>
      <Popover className={css['popover'] ?? ''} placement="bottom end">
        <p className={css['who']}>
          <b>{me.name}</b>
          <span className={css['mail']}>{me.email}</span>
        </p>
        <Menu className={css['menu'] ?? ''} aria-label={t('frame.me')}>
          <Choice
            title={t('frame.theme')}
            options={(['system', 'light', 'dark'] as const).map((id) => ({ id, name: t(`frame.theme.${id}`) }))}
            chosen={theme}
            onChoose={(id) => {
              if (id === 'system' || id === 'light' || id === 'dark') setPreferences({ theme: id });
            }}
          />
          <Choice
            title={t('frame.density')}
            options={(['compact', 'normal', 'roomy'] as const).map((id) => ({ id, name: t(`frame.density.${id}`) }))}
            chosen={density}
            onChoose={(id) => {
              if (id === 'compact' || id === 'normal' || id === 'roomy') setPreferences({ density: id });
            }}
          />
          <Choice
            title={t('frame.language')}
            options={consoleLocales.map((id) => ({ id, name: languageNames[id] }))}
            chosen={t.locale}
            onChoose={(id) => {
              if (!isConsoleLocale(id)) return;
              setPreferences({ locale: id });
              location.reload();
            }}
          />
          <Choice
            title={t('frame.keys')}
            options={(['on', 'off'] as const).map((id) => ({ id, name: t(`frame.keys.${id}`) }))}
            chosen={hasKeys ? 'on' : 'off'}
            onChoose={(id) => setPreferences({ hasKeys: id === 'on' })}
          />
          <MenuSection className={css['section'] ?? ''} aria-label={t('frame.me')}>
            <MenuItem className={css['item'] ?? ''} onAction={() => void navigate('/me')}>
              <span className={css['mark']} />
              {t('me.open')}
            </MenuItem>
            <MenuItem className={css['item'] ?? ''} onAction={onOpenMap}>
              <span className={css['mark']} />
              {t('frame.keys.map')}
            </MenuItem>
            <MenuItem className={css['item'] ?? ''} onAction={() => void signOut()}>
              <span className={css['mark']} />
              {t('frame.sign-out')}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function Choice({ title, options, chosen, onChoose }: ChoiceProps) {
  return (
    <MenuSection
      className={css['section'] ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [id] = keys === 'all' ? [] : [...keys];
        if (id !== undefined) onChoose(String(id));
      }}
    >
      <Header className={css['title'] ?? ''}>{title}</Header>
      {options.map(({ id, name }) => (
        <MenuItem key={id} id={id} textValue={name} className={css['item'] ?? ''}>
          {({ isSelected }) => (
            <>
              <span className={css['mark']}>{isSelected && <Icon name="check" />}</span>
              {name}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

async function signOut(): Promise<void> {
  await api.post('/sign-out');
  location.assign('/sign-in/ended');
}
