/**
 * For pages with the policy `no-referrer`. Without a script a form is sent by navigation, and that policy empties its
 * Origin header, by which a form of this site is told from one of another.
 */
export function FormOrigin() {
  return (
    <noscript>
      <meta name="referrer" content="same-origin" />
    </noscript>
  );
}
