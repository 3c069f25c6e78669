/** Applies the reader's theme before the first paint. Pages allow this inline script by its hash. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
