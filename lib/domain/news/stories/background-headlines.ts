import type { ArticleText } from "./cluster-rules";

/**
 * Invented headlines of unrelated stories, which stand in no answer. Beside them it is seen how rare a word is and what the embeddings of
 * all news share. A young database has too few articles for that: if its only four tell one story, that story is what all of them share,
 * and without it they would look as if they had nothing in common.
 */
const HEADLINES = `
Startup raises $40 million to bring language models to hospitals. The round was led by two venture funds, and the company plans to double its staff.
Researchers present a benchmark for long documents. Most models fail when the answer is spread over many pages, the paper says.
Chipmaker reports record revenue on demand from data centers. Shares rose in late trading after the quarterly results.
City council votes to limit facial recognition by police. Civil rights groups had asked for the ban for years.
New open-weights model beats larger rivals at mathematics. The weights can be downloaded under a permissive license.
How teachers use chatbots in the classroom. A survey of 2,000 schools finds more curiosity than fear.
Authors sue over books that were used for training. The complaint says that copies came from pirate libraries.
Cloud provider cuts prices for inference by a third. The lower rates apply to all regions from Monday.
A robot that folds laundry learns from one hour of video. The lab in Zurich has published its code.
Regulators open an inquiry into an advertising algorithm. The firm says that it will cooperate.
Assistant on the phone can now book restaurants. The function begins in three countries and needs the newest system.
Security flaw in a popular library lets attackers run code. Maintainers advise everyone to upgrade at once.
Scientists find new antibiotics with a neural network. Two of the molecules worked in mice.
Chief executive leaves after a dispute with the board. The head of products takes over until a successor is found.
The carmaker delays its driverless taxis to next year. Tests in rain and snow took longer than expected.
Opinion: why we should stop calling everything an agent. Words matter when budgets are decided.
Power companies plan reactors for the computing boom. Critics doubt that they will be ready in time.
Studio uses generated voices in a game, and actors protest. Their union demands consent and pay.
Weather forecasts become faster with machine learning. The service runs on a single card instead of a supercomputer.
Tutorial: fine-tune a small model on your own laptop. We show each step, from the data to the evaluation.
Government signs contract for translation software. Ministries will use it for letters in twelve languages.
Search engine shows summaries above its results. Publishers fear for their visitors.
Developer tool reviews code before it is merged. Early users report fewer bugs and longer waits.
Bank replaces part of its call center with software. The employees are offered other jobs.
Museum restores a damaged painting with help of an algorithm. Visitors can see the missing half on a screen.
Export rules for accelerators are tightened again. Several countries in Asia need a license now.
Podcast: what comes after the transformer. Our guest explains state spaces and memory.
Farmers test drones that find weeds. The saving in herbicide was 60 percent.
Video generator makes clips of a minute with sound. Samples look real until hands appear.
Fake calls with a politician's voice reach voters. The telephone network blocked the number after a day.`;

export const BACKGROUND_HEADLINES: readonly ArticleText[] = HEADLINES.trim()
  .split("\n")
  .map((line) => {
    const end = line.indexOf(". ");
    return { title: line.slice(0, end), snippet: line.slice(end + 2) };
  });
