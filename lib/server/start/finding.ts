export interface Finding {
  isGood: boolean;
  name: string;
  says: string;
}

export const good = (name: string, says: string): Finding => ({ isGood: true, name, says });
export const bad = (name: string, problem: string, fix: string): Finding => ({
  isGood: false,
  name,
  says: `${problem}\n      fix: ${fix}`,
});
