import { useEffect } from 'react';

/**
 * Chooses among the radio buttons of a name what the tab remembers, unless the buyer has chosen since the page came. `remembered`
 * is called once the page is alive; null chooses nothing, and so does a value that is not offered.
 */
export function useRememberedChoice(name: string, remembered: () => string | null): void {
  useEffect(() => {
    const value = remembered();
    const all = [...document.getElementsByName(name)].filter((one) => one instanceof HTMLInputElement);
    const isUntouched = all.every(({ checked, defaultChecked }) => checked === defaultChecked);
    const wanted = all.find((one) => one.value === value && !one.disabled);
    if (wanted && isUntouched) wanted.checked = true;
    // Only once: from then on the page shows what its buyer chooses.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
