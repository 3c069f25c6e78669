/** Software that people run AI with, by words of the catalog's vendor and product. */
const AI = [
  "langflow",
  "langchain",
  "llamaindex",
  "ollama",
  "vllm",
  "pytorch",
  "tensorflow",
  "keras",
  "transformers",
  "hugging face",
  "mlflow",
  "ray",
  "kubeflow",
  "jupyter",
  "gradio",
  "streamlit",
  "comfyui",
  "open webui",
  "dify",
  "flowise",
  "n8n",
  "litellm",
  "openai",
  "anthropic",
  "copilot",
  "claude",
  "cursor",
  "nvidia",
  "triton",
  "chromadb",
  "milvus",
  "weaviate",
  "qdrant",
];

/** What it stands on: systems, containers, languages, databases and servers that most of it runs in. */
const BASE = [
  "linux",
  "gnu c library",
  "bash",
  "sudo",
  "polkit",
  "docker",
  "kubernetes",
  "containerd",
  "runc",
  "python",
  "node.js",
  "openssl",
  "openssh",
  "xz",
  "git",
  "github",
  "gitlab",
  "jenkins",
  "postgresql",
  "redis",
  "mongodb",
  "elasticsearch",
  "elastic",
  "clickhouse",
  "nginx",
  "http server",
  "tomcat",
  "log4j",
  "log4j2",
  "next.js",
  "react",
  "vite",
  "grafana",
  "airflow",
  "spark",
  "minio",
  "langserve",
];

export const SOFTWARE_KINDS = ["ai", "base"] as const;
export type SoftwareKind = (typeof SOFTWARE_KINDS)[number];

export const SOFTWARE_WORDS: Readonly<Record<SoftwareKind, string>> = { ai: "AI software", base: "what AI runs in" };

const hasWord = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(` ${word} `));

/** Whether software is AI's own or what AI runs in, by its name; null for neither. A word counts as a whole. */
export function softwareKindOf(vendor: string | null, product: string | null): SoftwareKind | null {
  const text = ` ${vendor ?? ""} ${product ?? ""} `.toLowerCase().replace(/[^a-z0-9.]+/g, " ");
  if (hasWord(text, AI)) return "ai";
  return hasWord(text, BASE) ? "base" : null;
}
