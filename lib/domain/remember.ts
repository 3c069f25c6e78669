/** The same answer for the same text without the work; the oldest of `capacity` texts is forgotten first. */
export function remember<Answer>(work: (text: string) => Answer, capacity: number): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = work(text);
    if (answers.size >= capacity) answers.delete(answers.keys().next().value as string);
    answers.set(text, answer);
    return answer;
  };
}
