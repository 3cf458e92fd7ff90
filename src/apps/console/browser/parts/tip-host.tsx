import { useEffect, useRef } from 'react';
import css from './tip-host.module.css';

const away = 6;

/**
 * Shows the text of `data-tip` beside its element, on hover and on focus. One element for the whole console, so that a table
 * of a hundred times costs nothing. A row that takes the keyboard shows the tips inside it together.
 */
export function TipHost() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tip = box.current;
    if (!tip) return;
    const hide = (): void => {
      if (tip.matches(':popover-open')) tip.hidePopover();
    };
    const show = (anchor: Element, texts: readonly string[]): void => {
      if (texts.length === 0) return hide();
      tip.textContent = texts.join('\n');
      if (!tip.matches(':popover-open')) tip.showPopover();
      const { left, top, bottom } = anchor.getBoundingClientRect();
      const { width, height } = tip.getBoundingClientRect();
      const fitsBelow = bottom + away + height < innerHeight;
      tip.style.left = `${Math.max(away, Math.min(left, innerWidth - width - away))}px`;
      tip.style.top = `${fitsBelow ? bottom + away : top - height - away}px`;
    };
    const over = ({ target }: Event): void => {
      const anchor = target instanceof Element ? target.closest('[data-tip]') : null;
      if (anchor) show(anchor, tipsOf(anchor));
      else hide();
    };
    const focus = ({ target }: Event): void => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return hide();
      const row = target.closest('[data-row]') ?? target;
      show(target, [...tipsOf(row), ...[...row.querySelectorAll('[data-tip]')].flatMap(tipsOf)]);
    };
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') hide();
    };
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', press);
    document.addEventListener('scroll', hide, true);
    return () => {
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', press);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);
  return <div ref={box} className={css['tip']} popover="manual" role="tooltip" />;
}

function tipsOf(element: Element): readonly string[] {
  const text = element.getAttribute('data-tip');
  return text === null || text === '' ? [] : [text];
}
