import { TokenSignIn } from "@/components/account/token-sign-in";
import { WalletSignIn } from "@/components/account/wallet-sign-in";
import { PageFrame } from "@/components/shell/page-frame";
import { Note } from "@/components/ui/states";
import { canSignInWithWallet } from "@/lib/http/session/account-session";
import { accountPage } from "@/lib/pages/account/overview";
import { buyPage } from "@/lib/pages/buy";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf } from "@/lib/pages/frame";
import { finishByWallet, signInByToken, startByWallet } from "./sign-in-actions";

export const SIGN_IN = {
  title: "Sign in",
  lead: "To see what an account has and spent. Signing in neither makes nor ends a token; it lasts twelve hours, or until you sign out.",
};

const AFTER = {
  "signed-out": "You are signed out. No token has ended.",
  "signed-out-everywhere": "You are signed out here and everywhere else. No token has ended.",
  "token-ended": "The token has ended, and with it this session.",
  "all-ended":
    "All tokens and sessions of the account have ended. The credits are still there: sign in with the wallet to create a new token.",
} as const;

export function SignIn({ values }: { values: ValuesOf<typeof accountPage> }) {
  return (
    <PageFrame frame={frameOf(accountPage, { values, ...SIGN_IN, capturedAt: null })} verb={null}>
      {values.after !== null && (
        <div className="mb-4" role="status">
          <Note tone="ok">{AFTER[values.after]}</Note>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <section aria-labelledby="by-token" className="card p-4">
          <h2 id="by-token" className="mb-3 text-h2">
            With a token
          </h2>
          <TokenSignIn action={signInByToken} next={values.next ?? accountPage.path} />
          <p className="mt-3 text-small text-fg-muted">
            No account yet? It is made with <a href={buyPage.path}>the first credits that you buy</a>.
          </p>
        </section>
        <section aria-labelledby="by-wallet" className="card grid gap-3 p-4">
          <h2 id="by-wallet" className="text-h2">
            With a wallet
          </h2>
          <p>
            The wallet that first paid into an account opens it by a signature, also when every token was lost or has ended. A wallet that
            only topped up an account does not open it.
          </p>
          {canSignInWithWallet() ? (
            <WalletSignIn start={startByWallet} finish={finishByWallet} />
          ) : (
            <p className="text-fg-muted">This service is not connected to a chain, so no signature can be checked. Sign in with a token.</p>
          )}
        </section>
      </div>
    </PageFrame>
  );
}
