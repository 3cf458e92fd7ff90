import { NavLink } from 'react-router';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { setPreferences } from '../data/preferences.ts';
import css from './rail.module.css';
import type { NavScreen } from './screen-routes.ts';
import { useIsRailCollapsed } from './use-is-rail-collapsed.ts';

const collapse = 'M14.5 7l-5 5 5 5';
const expand = 'M9.5 7l5 5-5 5';

/** The screens at the left; 48 px wide when it is collapsed, with the names as tips. */
export function Rail({ nav }: { readonly nav: readonly NavScreen[] }) {
  const t = useWords();
  const isRailCollapsed = useIsRailCollapsed();
  return (
    <nav className={css['rail']} aria-label={t('frame.nav')} data-collapsed={isRailCollapsed || undefined}>
      <p className={css['product']}>{isRailCollapsed ? t('frame.product').slice(0, 1) : t('frame.product')}</p>
      <ul className={css['list']}>
        {nav.map(({ id, path, nav: { label, icon, key } }) => (
          <li key={id}>
            <NavLink
              to={`/${path}`}
              end={path === ''}
              className={css['entry'] ?? ''}
              {...(isRailCollapsed ? { 'aria-label': t(label), 'data-tip': t(label) } : {})}
            >
              <Icon path={icon} />
              {!isRailCollapsed && (
                <>
                  <span className={css['name']}>{t(label)}</span>
                  <kbd className={css['key']} aria-hidden="true">
                    {`g ${key}`}
                  </kbd>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
      <AriaButton
        className={css['collapse'] ?? ''}
        aria-label={t(isRailCollapsed ? 'frame.expand' : 'frame.collapse')}
        onPress={() => setPreferences({ isRailCollapsed: !isRailCollapsed })}
      >
        <Icon path={isRailCollapsed ? expand : collapse} />
      </AriaButton>
    </nav>
  );
}
