// Light and dark: the system's choice, until the reader makes one.

import { useEffect, useState } from 'preact/hooks';

type Theme = 'auto' | 'light' | 'dark';

const NEXT: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
const SIGN: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

function stored(): Theme {
  const theme = localStorage.getItem('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

export function ThemeButton() {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('theme', theme);
  }, [theme]);
  return (
    <button type="button" class="quiet" onClick={() => setTheme(NEXT[theme])}
      aria-label={`Colours: ${theme}. Change`} title={`Colours: ${theme}`}>
      {SIGN[theme]}
    </button>
  );
}
